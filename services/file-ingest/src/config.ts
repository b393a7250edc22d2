import { filesUrl } from '@svc/kit/storage';
import { z } from 'zod';

export const config = z
  .object({
    /** The SFTP server; without one there is no file channel. */
    SVC_SFTP_HOST: z.string().optional(),
    SVC_SFTP_PORT: z.coerce.number().int().min(1).max(65_535).default(22),
    /** Private key that opens the homes of all wholesalers. */
    SVC_SFTP_KEY: z.string().optional(),
    /** What the server must show: `SHA256:…` as ssh-keygen -l prints it; several with commas. */
    SVC_SFTP_HOST_KEY: z
      .string()
      .regex(/^SHA256:[\w+/]{43}(,SHA256:[\w+/]{43})*$/)
      .optional(),
    SVC_SFTP_POLL_MS: z.coerce.number().int().min(20).max(60_000).default(5_000),
    /** How long the size of a file must hold before it is taken, over two polls or more. */
    SVC_SFTP_STILL_MS: z.coerce.number().int().min(0).max(60_000).default(5_000),
    /** How long files stay on the server after they came or were put there. */
    SVC_SFTP_KEEP_DAYS: z.coerce.number().int().min(1).max(3_650).default(90),
    /** Where the bytes of every file are kept. */
    SVC_FILES_URL: filesUrl,
  })
  .refine((c) => !c.SVC_SFTP_HOST || (c.SVC_SFTP_KEY && c.SVC_SFTP_HOST_KEY), {
    path: ['SVC_SFTP_KEY'],
    error: 'SVC_SFTP_HOST needs SVC_SFTP_KEY and SVC_SFTP_HOST_KEY',
  });
export type Config = z.output<typeof config>;
