// Loaded into firebase-tools before it starts (node --import). Its emulators admit every page in the browser: any page
// that a person has open could create an account, read all passwords, or call what follows a deletion. Here everything
// it listens on refuses pages other than the app's own. What Hosting serves, and our functions, are open to the network
// in production too and guard themselves: there, only the host must name this machine.
import http from 'node:http';
import { foreignHost, refusal } from '../lib/own-pages.mjs';

const { origins, hosting, functions, projectId } = JSON.parse(process.env.COUNTERSIGN_PAGES);
const CALLS = new Set(['request', 'checkContinue', 'checkExpectation', 'upgrade', 'connect']);
const { emit } = http.Server.prototype;

http.Server.prototype.emit = function (event, call, ...rest) {
  const why = CALLS.has(event) ? refusalAt(this.address()?.port, call) : undefined;
  if (why === undefined) return emit.call(this, event, call, ...rest);
  const [reply] = rest;
  if (reply instanceof http.ServerResponse)
    reply.writeHead(403, { 'content-type': 'text/plain', connection: 'close' }).end(why);
  else reply.end('HTTP/1.1 403 Forbidden\r\nConnection: close\r\n\r\n');
  return true;
};

function refusalAt(port, { headers, url }) {
  const isGuarded = port === hosting || (port === functions && url.startsWith(`/${projectId}/`));
  return isGuarded ? foreignHost(headers) : refusal(headers, origins);
}
