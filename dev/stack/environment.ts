import { REGION_DEFAULT } from '@countersign/contract';
import { join } from 'node:path';
import type { StackKeys } from './keys.ts';
import type { Ports } from './ports.ts';

const AGENT_IMAGE = 'local/countersign-agent';

/** A token that the local git host knows; it has the form of a GitHub token and opens nothing else. */
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
 * Where every part of a stack is. For GitHub's own addresses, the variables of its workflows count too
 * (GITHUB_SERVER_URL, GITHUB_API_URL): with them a test replaces GitHub.
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

/** The functions' environment; in production a deployment provides the same. */
export function functionsEnvironment(
  addresses: StackAddresses,
  projectId: string,
  firestoreHost: string,
  keys: StackKeys,
): Record<string, string> {
  return {
    ...keys,
    GCLOUD_PROJECT: projectId,
    // Open and with any image tag, unless the starter of the stack says otherwise: a deployment has to name both.
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
    // Otherwise Google's libraries would look for a metadata server.
    METADATA_SERVER_DETECTION: 'none',
  };
}

/** The command that the local jobs server runs for each image. */
export function imagesOf(root: string): Record<string, string[]> {
  const runner = [process.execPath, '--optimize-for-size', join(root, 'agent/dist/main.js')];
  return {
    [`${AGENT_IMAGE}:latest`]: runner,
    // For tests of free waiting: it gives up its container after 2 s with nothing to wait for but a decision.
    [`${AGENT_IMAGE}:impatient`]: ['/usr/bin/env', 'FREE_WAIT_SECONDS=2', ...runner],
  };
}

/** What the production image sets (agent/Dockerfile): where agents are installed, and their account. */
const HANDED_ON = ['AGENT_USER', 'AGENT_USER_REQUIRED', 'AGENTS_FOLDER'];

/**
 * Added to every execution, only locally: GitHub's addresses lead to the local git host, and agents are isolated from
 * this machine (isolation.ts). Agents and their account are passed on if the starter of the stack names them. A model (MODEL_*) and
 * CUSTOM_AGENT go the same way as in production: the functions have the starter's environment.
 */
export function executionEnvironment(
  addresses: StackAddresses,
  isolation: Record<string, string>,
): Record<string, string> {
  const handedOn = HANDED_ON.flatMap((name) => {
    const value = process.env[name];
    return value ? [[name, value]] : [];
  });
  return {
    ...(addresses.gitHost === GITHUB ? {} : leadingTo(addresses.gitHost)),
    GITHUB_API_URL: addresses.githubApi,
    ...isolation,
    ...Object.fromEntries(handedOn),
  };
}

/** Makes git go to `gitHost` for GitHub's addresses. */
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
