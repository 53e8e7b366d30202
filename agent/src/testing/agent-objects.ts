import type { IncomingMessage, ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';

/** The headers that an upload must carry, as Cloud Storage demands those that were signed. */
const ONCE = { 'x-goog-if-generation-match': '0' };

/** Where checkpoints are kept: objects that are written once, no larger than announced. */
export class Objects {
  private readonly stored = new Map<string, Buffer>();
  private readonly announced = new Map<string, number>();
  url = '';

  /** Where an object of this size is to be uploaded, and with which headers. */
  announce(object: string, size: number): { object: string; uploadUrl: string; headers: Record<string, string> } {
    this.announced.set(object, size);
    return { object, uploadUrl: this.addressOf(object), headers: ONCE };
  }

  addressOf = (object: string): string => `${this.url}/objects/${encodeURIComponent(object)}`;
  sizeOf = (object: string): number | null => this.stored.get(object)?.length ?? null;
  /** Puts something else in the place of an object. */
  replace = (object: string, bytes: Buffer): unknown => this.stored.set(object, bytes);
  remove = (object: string): boolean => this.stored.delete(object);

  async serve(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const object = decodeURIComponent((req.url ?? '').slice('/objects/'.length));
    if (req.method === 'PUT') return void res.writeHead(await this.put(object, req)).end();
    const bytes = this.stored.get(object);
    res.writeHead(bytes ? 200 : 404).end(bytes);
  }

  private async put(object: string, req: IncomingMessage): Promise<number> {
    const bytes = await buffer(req);
    const isSigned = Object.entries(ONCE).every(([name, value]) => req.headers[name] === value);
    if (!isSigned || !this.announced.has(object)) return 403;
    if (bytes.length > (this.announced.get(object) ?? 0)) return 413;
    if (this.stored.has(object)) return 412;
    this.stored.set(object, bytes);
    return 201;
  }
}
