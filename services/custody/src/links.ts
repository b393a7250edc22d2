/** Addresses that open a file for a while, without a credential. */
import { timingSafeEqual } from 'node:crypto';
import { keyedHash } from '@svc/kit/seal';
import type { Kysely } from 'kysely';
import type { Config } from './config.ts';
import {
  expiryOf,
  type FileLink,
  readLink,
  type SignedLink,
  signedText,
  writeLink,
} from './domain/file-link.ts';
import type { Files, Proof } from './domain/proof.ts';
import { findLinkedFile, type LinkedFile, listLinkVersions } from './store/proof-files.ts';
import type { Tables } from './store/schema.ts';

const sign = (link: SignedLink, secret: string): string =>
  keyedHash(secret, 'file-link', signedText(link));

export interface LinkParts {
  db: Kysely<Tables>;
  tenant: string;
  now: Date;
  config: Config;
}

/** Links to the files of a hand-over; null where there is none. */
export async function linksTo(
  proof: Proof,
  lifeSeconds: number,
  { db, tenant, now, config }: LinkParts,
): Promise<Files> {
  const versions = await listLinkVersions(db, tenant, proof.job_id);
  const expires = expiryOf(now, lifeSeconds);
  const urlOf = (fileId: string | null): string | null => {
    const version = versions.get(fileId ?? '');
    if (fileId === null || version === undefined) return null;
    const signature = sign({ fileId, expires, version }, config.SVC_SECRET);
    return `${config.SVC_PUBLIC_URL}/files/proof/${writeLink({ fileId, expires, signature })}`;
  };
  return {
    signature_url: urlOf(proof.signature_file_id),
    photo_url: urlOf(proof.photo_file_id),
  };
}

/** What a link opens now; undefined for one that is forged, expired or revoked. */
export async function fileOfLink(
  text: string,
  { db, now, config }: Omit<LinkParts, 'tenant'>,
): Promise<LinkedFile | undefined> {
  const link = readLink(text, now);
  const file = link && (await findLinkedFile(db, link.fileId));
  return file && isGenuine({ ...link, version: file.link_version }, config) ? file : undefined;
}

function isGenuine(link: FileLink & SignedLink, { SVC_SECRET }: Config): boolean {
  const given = Buffer.from(link.signature, 'hex');
  return timingSafeEqual(given, Buffer.from(sign(link, SVC_SECRET), 'hex'));
}
