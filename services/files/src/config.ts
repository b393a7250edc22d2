import { sharedSettings } from '@svc/kit/settings';
import { z } from 'zod';
import type { MailSecurity } from './adapters/mail/server-options.ts';
import { organizationOf } from './adapters/organizational-domain.ts';
import { type AuthenticationPolicy, methods } from './domain/mail/authentication-results.ts';

export const config = sharedSettings
  .pick({ SVC_FILES_URL: true })
  .extend({
    SVC_SFTP_HOST: z
      .string()
      .optional()
      .describe('The SFTP server; without one there is no file channel.'),
    SVC_SFTP_PORT: z.coerce
      .number()
      .int()
      .min(1)
      .max(65_535)
      .default(22)
      .describe('Port of the SFTP server.'),
    SVC_SFTP_KEY: z.string().optional().meta({
      description: 'Private SSH key that opens the homes of all wholesalers.',
      secret: true,
    }),
    SVC_SFTP_HOST_KEY: z
      .string()
      .regex(/^SHA256:[\w+/]{43}(,SHA256:[\w+/]{43})*$/)
      .optional()
      .describe('Accepted host keys: `SHA256:…` as ssh-keygen -l prints it; several with commas.'),
    SVC_SFTP_POLL_MS: z.coerce
      .number()
      .int()
      .min(20)
      .max(60_000)
      .default(5_000)
      .describe('Poll interval for files of wholesalers.'),
    SVC_SFTP_STILL_MS: z.coerce
      .number()
      .int()
      .min(0)
      .max(60_000)
      .default(5_000)
      .describe("Minimum time that a file's stat snapshot must be stable, over two polls or more."),
    SVC_SFTP_KEEP_DAYS: z.coerce
      .number()
      .int()
      .min(1)
      .max(3_650)
      .default(90)
      .describe('How long files stay on the server after they came or were put there.'),
    SVC_MAIL_IMAP_URL: z
      .url({ protocol: /^imaps?$/ })
      .optional()
      .meta({
        description:
          'Mailbox, `imaps://user:password@host`, or imap://, which must upgrade to TLS. Not set: no e-mail.',
        secret: true,
      }),
    SVC_MAIL_SMTP_URL: z
      .url({ protocol: /^smtps?$/ })
      .optional()
      .meta({
        description:
          'Outgoing mail, `smtps://user:password@host:465`, or smtp://, which must upgrade to TLS.',
        secret: true,
      }),
    SVC_MAIL_CA: z
      .string()
      .regex(/-----BEGIN CERTIFICATE-----/)
      .optional()
      .describe('PEM: the authorities that sign for the mail servers, instead of the public ones.'),
    SVC_MAIL_PLAIN_TEXT: z
      .stringbool()
      .optional()
      .describe('Whether imap:// and smtp:// go without TLS. Not set: to this machine alone.'),
    SVC_MAIL_ADDRESS: z
      .email()
      .optional()
      .describe('Where answers come from, and the address that manifests are sent to.'),
    SVC_MAIL_AUTHSERV_ID: z
      .string()
      .min(1)
      .optional()
      .describe(
        'How the host that receives for the mailbox calls itself in Authentication-Results.',
      ),
    SVC_MAIL_REQUIRE: z
      .string()
      .default('dkim')
      .transform((list) => list.split(','))
      .pipe(z.array(z.enum(methods)).min(1))
      .describe("Methods that must pass for the sender's domain: dkim, spf, dmarc, with commas."),
    SVC_MAIL_POLL_MS: z.coerce
      .number()
      .int()
      .min(20)
      .max(60_000)
      .default(10_000)
      .describe('Poll interval for manifests by e-mail.'),
    SVC_FILES_KEEP_DAYS: z.coerce
      .number()
      .int()
      .min(2)
      .max(3_650)
      .default(90)
      .describe(
        'How long bytes and rows are kept after the answer; more than a day, for files still grow.',
      ),
  })
  .refine((c) => !c.SVC_SFTP_HOST || (c.SVC_SFTP_KEY && c.SVC_SFTP_HOST_KEY), {
    path: ['SVC_SFTP_KEY'],
    error: 'SVC_SFTP_HOST needs SVC_SFTP_KEY and SVC_SFTP_HOST_KEY',
  })
  .refine((c) => !c.SVC_MAIL_IMAP_URL || (c.SVC_SFTP_HOST && mailSettings(c)), {
    path: ['SVC_MAIL_IMAP_URL'],
    error:
      'SVC_MAIL_IMAP_URL needs SVC_MAIL_SMTP_URL, SVC_MAIL_ADDRESS, SVC_MAIL_AUTHSERV_ID and ' +
      'SVC_SFTP_HOST, where proof files go',
  });
export type Config = z.output<typeof config>;

export interface MailSettings {
  imapUrl: string;
  smtpUrl: string;
  address: string;
  policy: AuthenticationPolicy;
  security: MailSecurity;
}

/** All of them; undefined where manifests do not come by e-mail. */
export function mailSettings(c: {
  SVC_MAIL_IMAP_URL?: string | undefined;
  SVC_MAIL_SMTP_URL?: string | undefined;
  SVC_MAIL_ADDRESS?: string | undefined;
  SVC_MAIL_AUTHSERV_ID?: string | undefined;
  SVC_MAIL_REQUIRE: AuthenticationPolicy['required'];
  SVC_MAIL_CA?: string | undefined;
  SVC_MAIL_PLAIN_TEXT?: boolean | undefined;
}): MailSettings | undefined {
  const { SVC_MAIL_IMAP_URL: imapUrl, SVC_MAIL_SMTP_URL: smtpUrl } = c;
  const { SVC_MAIL_ADDRESS: address, SVC_MAIL_AUTHSERV_ID: authservId } = c;
  if (!imapUrl || !smtpUrl || !address || !authservId) return undefined;
  const policy = { authservId, required: c.SVC_MAIL_REQUIRE, organizationOf };
  const security = { ca: c.SVC_MAIL_CA, plainText: c.SVC_MAIL_PLAIN_TEXT };
  return { imapUrl, smtpUrl, address, policy, security };
}
