import { hash, randomBytes, randomFillSync } from 'node:crypto';
import { ulid } from 'ulidx';

type Prefix =
  | 'q_'
  | 'job_'
  | 'evt_'
  | 'site_'
  | 'usr_'
  | 'ses_'
  | 'ten_'
  | 'cli_'
  | 'cdv_'
  | 'key_'
  | 'pcl_'
  | 'drv_'
  | 'veh_'
  | 'dev_'
  | 'tp_'
  | 'tb_'
  | 'wh_'
  | 'whd_'
  | 'req_'
  | 'sig_'
  | 'inc_'
  | 'file_'
  | 'inv_'
  | 'st_'
  | 'pay_'
  | 'pmt_'
  | 'ltx_'
  | 'pq_'
  | 'po_'
  | 'sf_'
  | 'mf_'
  | 'rt_'
  | 'wf_'
  | 'oev_'
  | 'note_'
  | 'tpl_'
  | 'msg_'
  | 'ast_'
  | 'bnd_'
  | 'lgf_'
  | 'cho_';

/** Random bytes drawn by the page: one call into the kernel per byte would show in a profile. */
const page = new Uint8Array(4096);
let used = page.length;

function randomByte(): number {
  if (used === page.length) {
    randomFillSync(page);
    used = 0;
  }
  const byte = page[used] ?? 0;
  used += 1;
  return byte;
}

/** An opaque id that sorts by time: prefix + ULID. */
export const newId = (prefix: Prefix, now: Date): string =>
  prefix + ulid(now.getTime(), () => randomByte() / 256);

/** Deterministic id of the same form: SHA-256 of its source instead of random bytes. */
export function derivedId(prefix: Prefix, at: Date, source: string): string {
  const bytes = hash('sha256', source, 'buffer').values();
  return prefix + ulid(at.getTime(), () => (bytes.next().value ?? 0) / 256);
}

const crockford = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** Random characters of Crockford's base32, five bits each. */
export const randomCode = (length: number): string =>
  Array.from({ length }, () => crockford[randomByte() % 32]).join('');

/** A token that cannot be guessed: 128 bits, base64url. */
export const randomToken = (): string => randomBytes(16).toString('base64url');

/** `whsec_` marks it for scanners of leaked secrets (Standard Webhooks). */
export const sharedSecretPrefix = 'whsec_';

/** A secret that is shared with a client, 256 bits. */
export const newSharedSecret = (): string =>
  sharedSecretPrefix + randomBytes(32).toString('base64');
