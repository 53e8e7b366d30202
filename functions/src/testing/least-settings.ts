/** The fewest settings with which the functions start on one's own machine; nothing listens at the emulator's address. */
export const leastSettings = {
  FIRESTORE_EMULATOR_HOST: '127.0.0.1:1',
  GCLOUD_PROJECT: 'demo-x',
  AGENT_IMAGE: 'local/agent',
  AGENT_API_URL: 'https://agent.example',
  SECRETS_KEYS: JSON.stringify({ a: Buffer.alloc(32).toString('base64') }),
  JWT_KEY: 'x'.repeat(32),
};
