import { mailSettings } from '../config.ts';
import { worker } from '../define.ts';
import { pollMailbox } from '../workflows/poll-mailbox.ts';

/** Mailbox poller. A lease row lets one process at a time read the mailbox. */
export const mailboxPoller = worker('collect', (context) => {
  const settings = mailSettings(context.config);
  if (!settings) return { stop: async () => undefined };
  // Poll interval of the lease, ms.
  const idleMs = Math.min(context.config.SVC_MAIL_POLL_MS, 1_000);
  return context.poll({
    idleMs,
    pass: () => pollMailbox(context, settings),
    // Named in docs/wholesale-mail.md.
    failure: 'mailbox not looked into',
  });
});
