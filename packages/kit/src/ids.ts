import { randomBytes, randomInt } from 'node:crypto';
import { ulid } from 'ulidx';

type Prefix =
  | 'q_'
  | 'job_'
  | 'evt_'
  | 'site_'
  | 'usr_'
  | 'ten_'
  | 'cli_'
  | 'key_'
  | 'pcl_'
  | 'req_'
  | 'sig_';

/** An opaque id that sorts by time: prefix + ULID. */
export const newId = (prefix: Prefix, now: Date): string => prefix + ulid(now.getTime());

const crockford = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** Random characters of Crockford's base32, five bits each. */
export const randomCode = (length: number): string =>
  Array.from({ length }, () => crockford[randomInt(32)]).join('');

/** A token that cannot be guessed: 128 bits, base64url. */
export const randomToken = (): string => randomBytes(16).toString('base64url');
