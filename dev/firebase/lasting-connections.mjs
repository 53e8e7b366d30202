// Loaded into firebase-tools before it starts (node --import). Node's servers close a connection that was idle for 5 s,
// and a busy machine is late to notice: a request sent on it in that moment gets a reset instead of an answer. These
// stay open until the caller closes them.
import http from 'node:http';

const KEPT_MS = 120_000;
const { createServer } = http;
http.createServer = (...args) => Object.assign(createServer(...args), { keepAliveTimeout: KEPT_MS });
