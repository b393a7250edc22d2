/** Classification of an e-mail: manifests, a fault to answer, or set aside without an answer. */
import type { Fault } from '@svc/contracts';
import { isManifestName, sizeMax } from '../file.ts';
import { type AuthenticationPolicy, isAuthentic } from './authentication-results.ts';

export interface Attachment {
  /** IMAP part number. */
  part: string;
  name: string;
  /** Encoded size, as it travels. */
  size: number;
}

export interface Mail {
  /** Message-ID, or a substitute if that is missing or too long. */
  id: string;
  size: number;
  /** Addresses of the From header, small letters. */
  from: readonly string[];
  /** Number of From headers. */
  fromHeaders: number;
  /** Topmost first. */
  authenticationResults: readonly string[];
  /** A machine's answer to something; written by a machine, or in answer to us; or neither. */
  origin: 'answer' | 'machine' | 'other';
  /** All parts that have a name; empty where the message is too large to parse. */
  attachments: readonly Attachment[];
}

export type MailDecision =
  | { quarantined: 'automatic' | 'not_authentic' | 'unknown_sender' }
  | { fault: Fault }
  | { manifests: readonly Attachment[] };

export const messageSizeMax = 25 * 1024 * 1024;
const attachmentsMax = 20;
/** Base64 with its line ends takes 78 bytes for 57. */
const encodedSizeMax = Math.ceil((sizeMax * 78) / 57);

/** Outlook's own packing of all attachments (application/ms-tnef), as it is usually called. */
export const tnefName = 'winmail.dat';

/** The one address that sent it; undefined where that is not plain. */
export const senderOf = ({ from, fromHeaders }: Mail): string | undefined =>
  from.length === 1 && fromHeaders === 1 ? from[0] : undefined;

/**
 * Backscatter and mail loops: only authenticated messages of known senders are answered, because a
 * From address may be forged, and automated mail without a manifest is not, to avoid a mail loop.
 */
export function classifyMail(
  mail: Mail,
  { sender, policy }: { sender: string | undefined; policy: AuthenticationPolicy },
): MailDecision {
  if (mail.origin === 'answer') return { quarantined: 'automatic' };
  if (sender === undefined) return { quarantined: 'unknown_sender' };
  if (!isAuthentic(mail.authenticationResults, sender, policy)) {
    return { quarantined: 'not_authentic' };
  }
  if (mail.size > messageSizeMax) return fault('too_large', 'an e-mail may have 25 MiB');
  if (mail.attachments.length > attachmentsMax) {
    return fault('too_many_attachments', `an e-mail may have ${attachmentsMax} attachments`);
  }
  const manifests = mail.attachments.filter(({ name }) => isManifestName(name));
  if (manifests.length === 0) {
    if (mail.origin === 'machine') return { quarantined: 'automatic' };
    const isPacked = mail.attachments.some(({ name }) => name.toLowerCase() === tnefName);
    return fault(
      'no_manifest',
      isPacked
        ? `Outlook packed the attachments into ${tnefName}: send the message as HTML or plain text`
        : 'no attachment is named *.csv, *.edi or *.ifm',
    );
  }
  return manifests.some(({ size }) => size > encodedSizeMax)
    ? fault('too_large', 'a file may have 10 MiB')
    : { manifests };
}

const fault = (code: string, message: string): MailDecision => ({
  fault: { column: '', code, message },
});
