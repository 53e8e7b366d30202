import { describeCheckpoints } from './checkpoints.ts';
import { describeClaim } from './claim.ts';
import { describeConsents } from './consents.ts';
import { describeEnding } from './ending.ts';
import { describeErrors } from './errors.ts';
import { describeEvidence } from './evidence.ts';
import { describeExchange } from './exchange.ts';
import type { Harness, TestFramework } from './harness.ts';
import { describeItems } from './items.ts';
import { describeSetupResults } from './setup-results.ts';
import { describeWait } from './wait.ts';

export { toSeenItem, type Harness, type Owner, type World } from './harness.ts';

/**
 * What every agent API does, the server's own and any stand-in for it, so that a runner tested against one meets the
 * same behaviour with the other. Where the two differ, the server is right.
 */
export function describeAgentApi(framework: TestFramework, harness: Harness): void {
  const parts = [
    describeExchange,
    describeClaim,
    describeItems,
    describeConsents,
    describeEvidence,
    describeWait,
    describeEnding,
    describeCheckpoints,
    describeSetupResults,
    describeErrors,
  ];
  for (const part of parts) part(framework, harness);
}
