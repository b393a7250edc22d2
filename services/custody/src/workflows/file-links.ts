/** Signed, expiring links to the files of a hand-over, which open without a credential. */
import { isLinkGenuine, signLink } from '../adapters/link-signature.ts';
import type { CustodyWriteContext } from '../define.ts';
import { expiryOf, readLink, writeLink } from '../domain/file-link.ts';
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
    const signature = signLink({ fileId, expires, version }, config.SVC_SECRET);
    return `${config.SVC_PUBLIC_URL}/files/proof/${writeLink({ fileId, expires, signature })}`;
  };
  return {
    signature_url: urlOf(proof.signature_file_id),
    photo_url: urlOf(proof.photo_file_id),
  };
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
