const statuses = {
  3: { http: 400, status: 'INVALID_ARGUMENT' },
  5: { http: 404, status: 'NOT_FOUND' },
  6: { http: 409, status: 'ALREADY_EXISTS' },
  9: { http: 400, status: 'FAILED_PRECONDITION' },
  12: { http: 501, status: 'UNIMPLEMENTED' },
  13: { http: 500, status: 'INTERNAL' },
  16: { http: 401, status: 'UNAUTHENTICATED' },
} as const;

/** A refusal in Google's form: the client library turns `status` back into the gRPC code. */
export class RpcError extends Error {
  readonly http: number;
  readonly body: { error: { code: number; message: string; status: string } };

  constructor(code: keyof typeof statuses, message: string) {
    super(message);
    const { http, status } = statuses[code];
    this.http = http;
    this.body = { error: { code: http, message, status } };
  }
}
