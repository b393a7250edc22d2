/** Outgoing e-mail: nodemailer, with timeouts. */
import { createTransport } from 'nodemailer';
import type { MailSettings } from '../../config.ts';
import { mailServerOptions } from './server-options.ts';

export interface OutgoingMail {
  to: string;
  /** Message-ID without its domain; equal for a retry, so that recipients can deduplicate. */
  id: string;
  inReplyTo: string;
  subject: string;
  text: string;
  attachments: readonly { filename: string; content: Buffer }[];
}

const timeoutMs = 20_000;
const idForm = /^<[^<>\s]+>$/;

/** `refused` after a permanent rejection (SMTP 5xx); throws after a transient failure. */
export async function sendMail(
  settings: MailSettings,
  letter: OutgoingMail,
): Promise<'sent' | 'refused'> {
  const { smtpUrl, address, security } = settings;
  const { auth, isPlain, ...way } = mailServerOptions(
    smtpUrl,
    { plain: 587, secure: 465 },
    security,
  );
  const transport = createTransport({
    ...way,
    ...(auth.user && { auth }),
    ...(way.secure ? {} : isPlain ? { ignoreTLS: true } : { requireTLS: true }),
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const { to, id, inReplyTo, subject, text, attachments } = letter;
  const isReply = idForm.test(inReplyTo);
  try {
    await transport.sendMail({
      ...{ from: address, to: { name: '', address: to }, subject, text },
      messageId: `<${id}@${address.slice(address.lastIndexOf('@') + 1)}>`,
      ...(isReply && { inReplyTo, references: inReplyTo }),
      headers: { 'Auto-Submitted': 'auto-replied' },
      attachments: attachments.map((each) => ({ ...each, contentType: 'text/csv' })),
    });
    return 'sent';
  } catch (error) {
    const { code, responseCode, originalCode } = partsOf(error);
    const isForGood = responseCode >= 500 && (code === 'EENVELOPE' || code === 'EMESSAGE');
    if (isForGood) return 'refused';
    // Codes only: the server's text may contain the address.
    throw new Error(`answer not sent: ${[code, responseCode, originalCode].join(' ').trim()}`);
  } finally {
    transport.close();
  }
}

/** Codes of a nodemailer error. A refused login counts as transient: it is a configuration error. */
const partsOf = (error: unknown) => ({
  code: error instanceof Error && 'code' in error ? String(error.code) : '',
  responseCode: error instanceof Error && 'responseCode' in error ? Number(error.responseCode) : 0,
  /** Cause, for example of a TLS failure. */
  originalCode: error instanceof Error && 'originalCode' in error ? String(error.originalCode) : '',
});
