/** Signed, expiring links to the files of a hand-over, which open without a credential. */
import { isLinkGenuine, signLink } from '../adapters/link-signature.ts';
import type { CustodyWriteContext } from '../define.ts';
import { expiryOf, readLink, type SignedLink, writeLink } from '../domain/file-link.ts';
import type { ProofLinks, ProofRecord } from '../domain/proof.ts';
import { findLinkedFile, type LinkedFile, listLinkVersions } from '../store/proof-files.ts';

type FileLinkContext = Pick<CustodyWriteContext, 'db' | 'tenant' | 'now' | 'config'>;

/** Links to signature and photo; null for a file that was not taken or is erased. */
export async function createFileLinks(
  proof: ProofRecord,
  lifeSeconds: number,
  { db, tenant, now, config }: FileLinkContext,
): Promise<ProofLinks> {
  const versions = await listLinkVersions(db, tenant, proof.job_id);
  const expires = expiryOf(now, lifeSeconds);
  const urlOf = (fileId: string | null): string | null => {
    const version = versions.get(fileId ?? '');
    if (fileId === null || version === undefined) return null;
    return signedUrl({ fileId, expires, version }, config);
  };
  return {
    signature_url: urlOf(proof.signature_file_id),
    photo_url: urlOf(proof.photo_file_id),
  };
}

/** Address of a signed link. */
export function signedUrl(
  { fileId, expires, version }: SignedLink,
  { SVC_SECRET, SVC_PUBLIC_URL }: FileLinkContext['config'],
): string {
  const signature = signLink({ fileId, expires, version }, SVC_SECRET);
  return `${SVC_PUBLIC_URL}/files/proof/${writeLink({ fileId, expires, signature })}`;
}

/** Resolves a signed link to its file, or undefined if it is forged, expired or revoked. */
export async function resolveFileLink(
  text: string,
  { db, now, config }: Omit<FileLinkContext, 'tenant'>,
): Promise<LinkedFile | undefined> {
  const link = readLink(text, now);
  const file = link && (await findLinkedFile(db, link.fileId));
  if (!file) return undefined;
  const signed = { ...link, version: file.link_version };
  return isLinkGenuine(signed, config.SVC_SECRET) ? file : undefined;
}
