import { Readable } from 'node:stream';
import { MissingFile, StorageUnavailable } from '@svc/kit/storage';
import type { RouteHandlerMethod } from 'fastify';
import { away, followedLink, forbidden, notFound } from '../request/failure.ts';
import { isForeign } from '../request/fetch-metadata.ts';
import { mayOpen } from '../route/access.ts';
import type { DeskDownload, Download } from '../route/route.ts';
import type { Desk } from './desk.ts';
import { sendFailure } from './send.ts';
import { findPerson, visitOf } from './visit.ts';

/** Session, scope, file; always saved, never shown in our origin. */
export const downloadHandler =
  (desk: Desk, route: DeskDownload): RouteHandlerMethod =>
  async (request, reply) => {
    const person = await findPerson(desk, request, reply);
    if (!person) {
      return reply.redirect(`/sign-in?${new URLSearchParams({ return_to: request.url })}`, 303);
    }
    if (!mayOpen(route.access, person)) return sendFailure(desk, { request, reply }, forbidden);
    if (route.hasEffect && isForeign(request)) {
      return sendFailure(desk, { request, reply }, followedLink);
    }
    const file = await route.open(visitOf(desk, request, { person }));
    try {
      const bytes = await bytesOf(file, desk);
      return reply
        .headers({
          'content-type': file.mediaType,
          'content-disposition': `attachment; filename="${plain(file.fileName)}"`,
          'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
          'cache-control': 'no-store',
          'x-frame-options': 'DENY',
        })
        .send(bytes);
    } catch (error) {
      if (error instanceof MissingFile) return sendFailure(desk, { request, reply }, notFound);
      if (error instanceof StorageUnavailable) return sendFailure(desk, { request, reply }, away);
      throw error;
    }
  };

async function bytesOf(file: Download, { storage }: Desk): Promise<Buffer | Readable> {
  if ('parts' in file) return Readable.from(file.parts);
  if ('bytes' in file) return file.bytes;
  return Buffer.from('text' in file ? file.text : await storage.get(file.storageKey));
}

/** References are a tenant's words: what a header cannot hold becomes a hyphen. */
const plain = (name: string): string => name.replaceAll(/[^\w.-]+/g, '-');
