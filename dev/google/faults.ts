import { GoogleRefusal } from './refusal.ts';

/** Something that goes wrong: matching calls are refused, all of them or the first `times`. */
export interface GoogleFault {
  /** `METHOD host/path`. */
  matches: RegExp;
  refusal: GoogleRefusal;
  times?: number;
}

export const denied = (matches: RegExp): GoogleFault => ({
  matches,
  refusal: new GoogleRefusal(
    403,
    'PERMISSION_DENIED',
    "Permission 'x.y.create' denied on resource (or it may not exist).",
  ),
});
export const outOfQuota = (matches: RegExp, times?: number): GoogleFault => ({
  matches,
  refusal: new GoogleRefusal(429, 'RESOURCE_EXHAUSTED', "Quota exceeded for quota metric 'Write requests' per minute."),
  times,
});
/** What one of Google's services says of an account that another one has just made. */
export const notKnownYet = (matches: RegExp, times: number): GoogleFault => ({
  matches,
  refusal: new GoogleRefusal(
    400,
    'INVALID_ARGUMENT',
    'Service account countersign-functions@x does not exist.',
    [],
    true,
  ),
  times,
});
/** The answer of an organisation that lets only members of its own domain have roles. */
export const organisationPolicy = (matches: RegExp): GoogleFault => ({
  matches,
  refusal: new GoogleRefusal(
    400,
    'FAILED_PRECONDITION',
    'One or more users named in the policy do not belong to a permitted customer.',
    [
      {
        '@type': 'type.googleapis.com/google.rpc.PreconditionFailure',
        violations: [{ type: 'constraints/iam.allowedPolicyMemberDomains' }],
      },
    ],
  ),
});
