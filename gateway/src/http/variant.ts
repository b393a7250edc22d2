/** A resource in the form that was asked for with `Accept`. */
import type { Storage } from '@svc/kit/storage';
import type { FastifyReply } from 'fastify';
import type { Variant } from '../routes/route.ts';

export async function sendVariant(
  reply: FastifyReply,
  { mediaType, form }: Variant,
  { output, storage }: { output: unknown; storage: Storage },
): Promise<void> {
  const formed = form(output);
  // As bytes: to text Fastify would add a charset.
  const bytes = Buffer.from('text' in formed ? formed.text : await storage.get(formed.storage_key));
  if ('file_name' in formed) {
    reply.header('content-disposition', `inline; filename="${formed.file_name}"`);
  }
  reply.headers({ 'content-type': mediaType, 'cache-control': 'no-store' }).send(bytes);
}
