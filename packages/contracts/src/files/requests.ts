import { z } from 'zod';
import { distributionCentre, mailSender } from './resource.ts';

export const wholesalerRequest = z
  .object({
    /** On the SFTP server. */
    username: z.string().regex(/^[a-z][a-z0-9-]{0,30}$/),
    dcs: z
      .array(distributionCentre)
      .max(200)
      .refine((all) => new Set(all.map(({ dc }) => dc)).size === all.length, {
        error: 'a centre stands there twice',
      }),
    /** Each address sends for one centre. Unchanged if omitted. */
    mail_senders: z
      .array(mailSender)
      .max(200)
      .refine((all) => new Set(all.map(({ address }) => address)).size === all.length, {
        error: 'an address stands there twice',
      })
      .optional(),
  })
  .refine(
    ({ dcs, mail_senders }) =>
      (mail_senders ?? []).every((sender) => dcs.some(({ dc }) => dc === sender.dc)),
    { error: 'an address is for a centre that is not listed', path: ['mail_senders'] },
  );
