// Runs one function of an uploaded folder, as Cloud Functions does: `run-function.mjs FOLDER NAME`. Prints its address
// as the first line.
import { createServer } from 'node:http';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { createRequire } from 'node:module';

const [folder, name] = process.argv.slice(2);
const express = createRequire(join(folder, 'package.json'))('express');
const functions = await import(pathToFileURL(join(folder, 'lib/index.js')).href);
const server = createServer(express().use((request, reply) => functions[name](request, reply)));
server.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${server.address().port}`));
