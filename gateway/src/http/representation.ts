/** Sends a resource in the negotiated representation (RFC 9110 section 12). */
import { Readable } from 'node:stream';
import type { Storage } from '@svc/kit/storage';
import type { Reply } from '@svc/kit/transport';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { JsonObject } from '../endpoint/body.ts';
import {
  jsonType,
  type Representation,
  type TextRepresentation,
} from '../endpoint/representation.ts';
import type { Gateway } from '../endpoint/route.ts';
import type { Problem } from '../problem/problem.ts';

export const jsonContentType = 'application/json; charset=utf-8';

type Sources = Pick<Gateway, 'storage' | 'draw'>;

export type CallAction = (more: JsonObject) => Promise<Reply>;
/** The negotiated representation, and the call that fetches further pages. */
export interface ChosenRepresentation {
  representation: Representation;
  callAction: CallAction;
}

/** Returns why a document cannot be drawn now. */
export async function sendRepresentation(
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  output: unknown,
  { representation, callAction, storage, draw }: ChosenRepresentation & Sources,
): Promise<Problem | undefined> {
  const { mediaType, contentType = mediaType === jsonType ? jsonContentType : mediaType } =
    representation;
  const found =
    'render' in representation
      ? await draw(request, representation.cost(output), () => representation.render(output))
      : { drawn: await fileBytes(reply, output, { representation, storage }) };
  if ('problem' in found) return found.problem;
  if ('render' in representation) nameFile(reply, representation.fileName);
  reply.headers({ 'content-type': contentType, 'cache-control': 'no-store' });
  // Sent as bytes: Fastify would add a charset to text.
  if (!('text' in representation)) reply.send(found.drawn);
  else if (representation.next)
    reply.send(Readable.from(pagesOf(output, representation, callAction)));
  else reply.send(Buffer.from(representation.text(output, 0)));
  return undefined;
}

const nameFile = (reply: FastifyReply, name: string) =>
  reply.header('content-disposition', `inline; filename="${name}"`);

/** Undefined for a form in text. */
async function fileBytes(
  reply: FastifyReply,
  output: unknown,
  { representation, storage }: { representation: Representation; storage: Storage },
): Promise<Buffer | undefined> {
  if (!('file' in representation)) return undefined;
  const { storage_key, file_name } = representation.file(output);
  const bytes = await storage.get(storage_key);
  nameFile(reply, file_name);
  return Buffer.from(bytes);
}

/** Streams page by page; a failed page aborts the chunked response, so that a client notices. */
async function* pagesOf(
  first: unknown,
  representation: TextRepresentation,
  callAction: CallAction,
): AsyncGenerator<Buffer> {
  let output = first;
  for (let page = 0; ; page += 1) {
    yield Buffer.from(representation.text(output, page));
    const starting_after = representation.next?.(output);
    if (starting_after === undefined) return;
    const given = await callAction({ starting_after });
    if (!('ok' in given)) throw new Error('a page of the answer could not be had');
    output = given.ok;
  }
}
