import { env } from '../settings/env.ts';

/** Where containers run. Only addresses and credentials differ between a laptop and production. */
export interface RuntimeSettings {
  /** Address of a local jobs server such as `http://127.0.0.1:8093`; absent: the real Cloud Run. */
  endpoint?: string;
  /** The credential for that server: it starts programs, and anything on the machine can reach it. */
  token?: string;
  /** `projects/<project>/locations/<region>`. */
  location: string;
  /** Image of the agent without its tag. */
  image: string;
  /** What the tag `latest` means; absent: whatever it means when a job is created. */
  digest?: string;
  /** Processors of a container, and its memory with the unit. */
  cpu: string;
  memory: string;
  /** Account of the agent's containers; it has no roles. */
  serviceAccount?: string;
}

/** The settings of this deployment. */
export function runtimeSettings(): RuntimeSettings {
  const from = env();
  return {
    endpoint: from.CLOUD_RUN_ENDPOINT || undefined,
    token: from.CLOUD_RUN_TOKEN,
    location: `projects/${from.CLOUD_RUN_PROJECT || from.GCLOUD_PROJECT}/locations/${from.CLOUD_RUN_REGION}`,
    image: from.AGENT_IMAGE,
    digest: from.AGENT_IMAGE_DIGEST,
    cpu: from.CONTAINER_CPU,
    memory: from.CONTAINER_MEMORY,
    serviceAccount: from.AGENT_SERVICE_ACCOUNT || undefined,
  };
}
