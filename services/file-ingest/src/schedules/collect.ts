import { setTimeout as pause } from 'node:timers/promises';
import { collectMail } from '../collecting.ts';
import { mailSettings } from '../config.ts';
import { worker } from '../define.ts';

/** The mailbox is looked into by one process at a time, whichever comes first. */
export const collect = worker('collect', (context) => {
  const settings = mailSettings(context.config);
  if (!settings) return { stop: async () => undefined };
  // How often it is asked whether the mailbox is due.
  const idleMs = Math.min(context.config.SVC_MAIL_POLL_MS, 1_000);
  const stopping = new AbortController();
  const { signal } = stopping;
  const run = async () => {
    while (!signal.aborted) {
      await collectMail(context, settings).catch((err: unknown) => {
        context.log.warn({ err }, 'mailbox not looked into');
      });
      await pause(idleMs, undefined, { signal }).catch(() => undefined);
    }
  };
  const running = run();
  return {
    stop: async () => {
      stopping.abort();
      await running;
    },
  };
});
