/** Sends a resource in the negotiated representation (RFC 9110 section 12). */
import { Readable } from 'node:stream';
import type { Storage } from '@svc/kit/storage';
import type { Reply } from '@svc/kit/transport';
import type { FastifyReply } from 'fastify';
import {
  type FileRepresentation,
  jsonType,
  type Representation,
  type TextRepresentation,
} from '../routes/representation.ts';
import type { JsonObject } from './body.ts';

export const jsonContentType = 'application/json; charset=utf-8';

export type CallAction = (more: JsonObject) => Promise<Reply>;
/** The negotiated representation, and the call that fetches further pages. */
export interface ChosenRepresentation {
  representation: Representation;
  callAction: CallAction;
}

export async function sendRepresentation(
  reply: FastifyReply,
  output: unknown,
  { representation, callAction, storage }: ChosenRepresentation & { storage: Storage },
): Promise<void> {
  const { mediaType, contentType = mediaType === jsonType ? jsonContentType : mediaType } =
    representation;
  const bytes = await bytesOf(reply, output, { representation, storage });
  reply.headers({ 'content-type': contentType, 'cache-control': 'no-store' });
  // As bytes: to text Fastify would add a charset.
  if (!('text' in representation)) reply.send(bytes);
  else if (representation.next)
    reply.send(Readable.from(pagesOf(output, representation, callAction)));
  else reply.send(Buffer.from(representation.text(output, 0)));
}

/** Undefined for a form in text. */
async function bytesOf(
  reply: FastifyReply,
  output: unknown,
  { representation, storage }: { representation: Representation; storage: Storage },
): Promise<Buffer | undefined> {
  if ('file' in representation) return fileBytes(reply, representation.file(output), storage);
  if (!('render' in representation)) return undefined;
  const bytes = await representation.render(output);
  reply.header('content-disposition', `inline; filename="${representation.fileName}"`);
  return bytes;
}

async function fileBytes(
  reply: FastifyReply,
  { storage_key, file_name }: ReturnType<FileRepresentation['file']>,
  storage: Storage,
): Promise<Buffer> {
  const bytes = await storage.get(storage_key);
  reply.header('content-disposition', `inline; filename="${file_name}"`);
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
