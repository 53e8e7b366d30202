import { REGION_DEFAULT } from '@countersign/contract';
import { join } from 'node:path';
import { isolationSettings } from './isolation.ts';
import type { StackKeys } from './keys.ts';
import type { Ports } from './ports.ts';

const AGENT_IMAGE = 'local/countersign-agent';

/** A token the local git host knows; it has a GitHub token's form and opens nothing else. */
export const LOCAL_GITHUB_TOKEN = 'ghp_CountersignLocalDemoToken00000000000';

export interface StackAddresses {
  app: string;
  agentApi: string;
  cloudRun: string;
  gitHost: string;
  githubApi: string;
  objects: string;
  push: string;
}

const GITHUB = 'https://github.com';

/** Where repositories are: the local git host with its samples, or GitHub itself with one's own. */
export type Github = 'local' | 'real';

/**
 * Where everything of a stack is. GitHub's own addresses are those that its workflows' variables name, too (GITHUB_SERVER_URL,
 * GITHUB_API_URL): by them a test puts something else in GitHub's place.
 */
export function addressesOf(ports: Ports, projectId: string, github: Github = 'local'): StackAddresses {
  const at = (port: number) => `http://127.0.0.1:${port}`;
  const { GITHUB_SERVER_URL, GITHUB_API_URL } = process.env;
  return {
    app: at(ports.hosting),
    agentApi: `${at(ports.functions)}/${projectId}/${REGION_DEFAULT}/agentApi`,
    cloudRun: at(ports.cloudRun),
    ...(github === 'real'
      ? { gitHost: GITHUB_SERVER_URL || GITHUB, githubApi: GITHUB_API_URL || 'https://api.github.com' }
      : { gitHost: at(ports.gitHost), githubApi: `${at(ports.gitHost)}/api/v3` }),
    objects: at(ports.objects),
    push: at(ports.push),
  };
}

/** What the functions find in their environment; in production a deployment says the same. */
export function functionsEnvironment(
  addresses: StackAddresses,
  projectId: string,
  firestoreHost: string,
  keys: StackKeys,
): Record<string, string> {
  return {
    ...keys,
    GCLOUD_PROJECT: projectId,
    // Open and with any image tag, unless whoever starts the stack says otherwise: a deployment has to name both.
    ACCESS: process.env.ACCESS ?? 'open',
    IMAGE_TAGS: process.env.IMAGE_TAGS ?? '*',
    FIRESTORE_EMULATOR_HOST: firestoreHost,
    CLOUD_RUN_ENDPOINT: addresses.cloudRun,
    CLOUD_RUN_PROJECT: projectId,
    CLOUD_RUN_REGION: REGION_DEFAULT,
    AGENT_IMAGE,
    AGENT_API_URL: addresses.agentApi,
    APP_URL: addresses.app,
    OBJECT_STORE_URL: addresses.objects,
    PUSH_SERVICE_URL: addresses.push,
    GITHUB_API_URL: addresses.githubApi,
    // Google's libraries would otherwise look for a metadata server.
    METADATA_SERVER_DETECTION: 'none',
  };
}

/** What the local jobs server runs for which image. */
export function imagesOf(root: string): Record<string, string[]> {
  const runner = [process.execPath, '--optimize-for-size', join(root, 'agent/dist/main.js')];
  return {
    [`${AGENT_IMAGE}:latest`]: runner,
    // For tests of free waiting: it gives its container back when nothing but a decision is missing for 2 s.
    [`${AGENT_IMAGE}:impatient`]: ['/usr/bin/env', 'FREE_WAIT_SECONDS=2', ...runner],
  };
}

/** What an image says of itself in production (agent/Dockerfile): where agents are installed, and their account. */
const HANDED_ON = ['AGENT_USER', 'AGENT_USER_REQUIRED', 'AGENTS_FOLDER'];

/**
 * Added to every execution, locally only: GitHub's addresses lead to the local git host, and agents are kept apart from this
 * machine. Agents and an account for them are handed on where whoever started the stack names them. A model (MODEL_*) and CUSTOM_AGENT go the way they go in production:
 * the functions have the environment of whoever started the stack.
 */
export function executionEnvironment(addresses: StackAddresses): Record<string, string> {
  const handedOn = HANDED_ON.flatMap((name) => {
    const value = process.env[name];
    return value ? [[name, value]] : [];
  });
  return {
    ...(addresses.gitHost === GITHUB ? {} : leadingTo(addresses.gitHost)),
    GITHUB_API_URL: addresses.githubApi,
    ...isolationSettings(),
    ...Object.fromEntries(handedOn),
  };
}

/** Has git go there for what is at GitHub's address. */
function leadingTo(gitHost: string): Record<string, string> {
  return {
    GIT_CONFIG_COUNT: '1',
    GIT_CONFIG_KEY_0: `url.${gitHost}/.insteadOf`,
    GIT_CONFIG_VALUE_0: `${GITHUB}/`,
  };
}

/** The names under which the end-to-end tests and the bench look for a running stack. */
export function testEnvironment(ports: Ports, projectId: string, firestoreHost: string): Record<string, string> {
  const addresses = addressesOf(ports, projectId);
  return {
    COUNTERSIGN_URL: addresses.app,
    COUNTERSIGN_PROJECT: projectId,
    COUNTERSIGN_GIT_URL: addresses.gitHost,
    COUNTERSIGN_PUSH_URL: addresses.push,
    COUNTERSIGN_GITHUB_TOKEN: LOCAL_GITHUB_TOKEN,
    COUNTERSIGN_AGENT_API_URL: addresses.agentApi,
    CLOUD_RUN_ENDPOINT: addresses.cloudRun,
    FIREBASE_AUTH_EMULATOR_HOST: `127.0.0.1:${ports.auth}`,
    FIRESTORE_EMULATOR_HOST: firestoreHost,
  };
}
