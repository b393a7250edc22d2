/** A resource in the form that was asked for. */
import { Readable } from 'node:stream';
import type { Storage } from '@svc/kit/storage';
import type { Reply } from '@svc/kit/transport';
import type { FastifyReply } from 'fastify';
import { type FileForm, type Form, jsonType, type TextForm } from '../routes/form.ts';
import type { JsonObject } from './body.ts';

export const jsonContentType = 'application/json; charset=utf-8';

export type Ask = (more: JsonObject) => Promise<Reply>;
/** In which form it was asked for, and how to ask for what follows. */
export interface Formed {
  form: Form;
  ask: Ask;
}

export async function sendForm(
  reply: FastifyReply,
  output: unknown,
  { form, ask, storage }: Formed & { storage: Storage },
): Promise<void> {
  const { mediaType, contentType = mediaType === jsonType ? jsonContentType : mediaType } = form;
  const bytes = 'file' in form ? await fileBytes(reply, form.file(output), storage) : undefined;
  reply.headers({ 'content-type': contentType, 'cache-control': 'no-store' });
  // As bytes: to text Fastify would add a charset.
  if ('file' in form) reply.send(bytes);
  else if (form.next) reply.send(Readable.from(pagesOf(output, form, ask)));
  else reply.send(Buffer.from(form.text(output, 0)));
}

async function fileBytes(
  reply: FastifyReply,
  { storage_key, file_name }: ReturnType<FileForm['file']>,
  storage: Storage,
): Promise<Buffer> {
  const bytes = await storage.get(storage_key);
  reply.header('content-disposition', `inline; filename="${file_name}"`);
  return Buffer.from(bytes);
}

/** One page after the other; a page that cannot be had breaks the response off, visibly. */
async function* pagesOf(first: unknown, form: TextForm, ask: Ask): AsyncGenerator<Buffer> {
  let output = first;
  for (let page = 0; ; page += 1) {
    yield Buffer.from(form.text(output, page));
    const starting_after = form.next?.(output);
    if (starting_after === undefined) return;
    const given = await ask({ starting_after });
    if (!('ok' in given)) throw new Error('a page of the answer could not be had');
    output = given.ok;
  }
}
