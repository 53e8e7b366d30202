import { routes } from '@countersign/contract';
import { queryOptions } from '@tanstack/react-query';
import { publicClient } from '../lib/server/public-client.ts';
import { keys } from './query-keys.ts';

/** The deployment's public configuration: its agents and models, the defaults first. */
export const configQuery = () =>
  queryOptions({
    queryKey: keys.config,
    queryFn: ({ signal }) => publicClient.call(routes.getConfig, { signal }),
  });
