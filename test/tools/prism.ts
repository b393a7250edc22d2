/**
 * Stoplight's Prism between the clients of a test and a gateway: another program's opinion of every
 * exchange.
 *
 *     client → front → Prism → back → gateway
 *
 * Prism parses a body and hands on what it has made of it, which neither an image nor a signature
 * survives. So `back` sends the client's own bytes to the gateway, `front` answers with those of the
 * gateway, and Prism validates the copies that pass through it: of an image only its media type.
 *
 * Two things go past Prism: event streams, which it would read to their end, and bodies that it
 * cannot read (text that is no JSON, a body of a GET, more than 10 MB), which the gateway has to
 * refuse.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { freePort, startChild } from '@svc/devnet';
import { z } from 'zod';
import type { Document } from '../journeys/openapi.ts';
import {
  ask,
  type Message,
  open,
  type Relay,
  type Reply,
  readMessage,
  reply,
  startRelay,
} from './relay.ts';

export interface Prism {
  /** Of the API, as the gateway's own is. */
  baseUrl: string;
  /** Answers with the objections: `POST /v1/quotes 201: response body km must be number`. */
  stop(): Promise<string[]>;
}

interface Exchange {
  asked: Message;
  answer?: Reply;
}

const exchangeHeader = 'x-exchange';
const violationsHeader = 'sl-violations';

export async function startPrism(apiUrl: string, document: Document): Promise<Prism> {
  const { origin, pathname: prefix } = new URL(apiUrl);
  const exchanges = new Map<string, Exchange>();
  const objections = new Set<string>();
  let validatedCount = 0;

  const back = await startRelay(async (incoming, response) => {
    const exchange = exchanges.get(String(incoming.headers[exchangeHeader]));
    if (!exchange) throw new Error('Prism asks for what no client has asked for.');
    incoming.resume();
    exchange.answer = await ask(origin, exchange.asked);
    reply(response, exchange.answer);
  });
  const program = await startProgram(back.url, document);

  /** The gateway's answer, after Prism has seen it. */
  const exchanged = async (asked: Message): Promise<Reply> => {
    const exchange: Exchange = { asked };
    const note = (answer: Reply, violations: readonly Violation[]): Reply => {
      for (const each of violations.filter((own) => isObjection(own, answer))) {
        objections.add(`${asked.method} ${asked.path} ${answer.status}: ${textOf(each)}`);
      }
      return answer;
    };
    if (!isReadable(asked)) return note(await ask(origin, asked), [unread]);
    const id = crypto.randomUUID();
    exchanges.set(id, exchange);
    const path = asked.path.startsWith(prefix) ? asked.path.slice(prefix.length) : asked.path;
    const headers = { ...asked.headers, [exchangeHeader]: id };
    const judged = await ask(program.url, { ...asked, path, headers });
    exchanges.delete(id);
    validatedCount += 1;
    return exchange.answer ? note(exchange.answer, violationsIn(judged)) : note(judged, [unasked]);
  };

  const front = await startRelay(async (incoming, response) => {
    const asked = await readMessage(incoming);
    if (asked.headers.accept !== 'text/event-stream')
      return reply(response, await exchanged(asked));
    const stream = await open(origin, asked);
    response.writeHead(stream.statusCode ?? 0, stream.headers);
    await pipeline(stream, response);
  });
  const stop = async () => {
    for (const each of [front, program, back]) await each.stop();
    return validatedCount > 0 ? [...objections] : ['Nothing passed through it.'];
  };
  return { baseUrl: front.url + prefix, stop };
}

const violationForm = z.object({ location: z.array(z.string()), message: z.string() });
type Violation = z.output<typeof violationForm>;

const unread: Violation = { location: ['request'], message: 'cannot be read by Prism' };
const unasked: Violation = { location: ['response'], message: 'is of Prism itself' };
const textOf = ({ location, message }: Violation): string => `${location.join(' ')} ${message}`;

/** A request that is not as documented may be sent, and is to be refused. */
const isObjection = ({ location }: Violation, { status }: Reply): boolean =>
  location[0] === 'response' || status < 400;

const readBytesMax = 10_000_000;

/** Where Prism's parser fails it never answers. */
function isReadable({ method, headers, body }: Message): boolean {
  if (body.length === 0) return true;
  if (method === 'GET' || method === 'HEAD' || body.length > readBytesMax) return false;
  return !/json/.test(headers['content-type'] ?? '') || isJson(body.toString());
}

function isJson(text: string): boolean {
  try {
    return JSON.parse(text) !== undefined;
  } catch {
    return false;
  }
}

function violationsIn({ headers }: Reply): Violation[] {
  const text = headers[violationsHeader];
  if (text === undefined) return [];
  // A list of more than 8 kB is cut, and told to be.
  const tooMany = { location: ['response'], message: String(text) };
  return String(text).startsWith('[')
    ? z.array(violationForm).parse(JSON.parse(String(text)))
    : [tooMany];
}

/** Its command line, as anybody starts it. */
async function startProgram(upstream: string, document: Document): Promise<Relay> {
  const dir = await mkdtemp(join(tmpdir(), 'prism-'));
  const file = join(dir, 'openapi.json');
  await writeFile(file, JSON.stringify(document));
  const port = await freePort();
  const program = fileURLToPath(import.meta.resolve('@stoplight/prism-cli/dist/index.js'));
  const child = await startChild({
    command: process.execPath,
    args: [program, 'proxy', file, upstream, '--port', `${port}`],
    logFile: join(dir, 'log'),
    readyTimeoutMs: 60_000,
    ready: (output) => output.includes('Prism is listening'),
  });
  return {
    url: `http://127.0.0.1:${port}`,
    stop: async () => {
      await child.stop();
      await rm(dir, { recursive: true });
    },
  };
}
