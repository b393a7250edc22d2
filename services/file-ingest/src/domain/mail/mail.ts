/** What an e-mail is to us: manifests, something to be answered, or something to leave alone. */
import type { Fault } from '@svc/contracts';
import { isManifestName, sizeMax } from '../file.ts';
import { isAuthentic, type Policy } from './authentication-results.ts';

export interface Attachment {
  /** IMAP part number. */
  part: string;
  name: string;
  /** As it travels, encoded. */
  size: number;
}

export interface Mail {
  /** Its Message-ID; where that is missing or long, something that stands for it. */
  id: string;
  size: number;
  /** Addresses of the From header, small letters. */
  from: readonly string[];
  /** How many From headers there are. */
  fromHeaders: number;
  /** Topmost first. */
  authenticationResults: readonly string[];
  /** A machine's answer to something; written by a machine, or in answer to us; or neither. */
  origin: 'answer' | 'machine' | 'other';
  /** All parts that have a name; empty where the message is too large to look into. */
  attachments: readonly Attachment[];
}

export type Verdict =
  | { setAside: 'automatic' | 'not_authentic' | 'unknown_sender' }
  | { fault: Fault }
  | { manifests: readonly Attachment[] };

export const messageSizeMax = 25 * 1024 * 1024;
const attachmentsMax = 20;
/** Base64 with its line ends takes 78 bytes for 57. */
const encodedSizeMax = Math.ceil((sizeMax * 78) / 57);

/** The one address that sent it; undefined where that is not plain. */
export const senderOf = ({ from, fromHeaders }: Mail): string | undefined =>
  from.length === 1 && fromHeaders === 1 ? from[0] : undefined;

/**
 * Nobody is answered but a known sender whose message is authentic: others could be victims. And no
 * machine is told that it sent no manifest: it could tell us something back, for ever.
 */
export function judgeMail(
  mail: Mail,
  { sender, policy }: { sender: string | undefined; policy: Policy },
): Verdict {
  if (mail.origin === 'answer') return { setAside: 'automatic' };
  if (sender === undefined) return { setAside: 'unknown_sender' };
  if (!isAuthentic(mail.authenticationResults, sender, policy)) {
    return { setAside: 'not_authentic' };
  }
  if (mail.size > messageSizeMax) return fault('too_large', 'an e-mail may have 25 MiB');
  if (mail.attachments.length > attachmentsMax) {
    return fault('too_many_attachments', `an e-mail may have ${attachmentsMax} attachments`);
  }
  const manifests = mail.attachments.filter(({ name }) => isManifestName(name));
  if (manifests.length === 0) {
    if (mail.origin === 'machine') return { setAside: 'automatic' };
    return fault('no_manifest', 'no attachment is named *.csv, *.edi or *.ifm');
  }
  return manifests.some(({ size }) => size > encodedSizeMax)
    ? fault('too_large', 'a file may have 10 MiB')
    : { manifests };
}

const fault = (code: string, message: string): Verdict => ({
  fault: { column: '', code, message },
});
