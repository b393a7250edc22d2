import { setTimeout as pause } from 'node:timers/promises';
import { collectMail } from '../collecting.ts';
import { mailSettings } from '../config.ts';
import { worker } from '../define.ts';

/** How often it is asked whether the mailbox is due. */
const idleMs = 250;

/** The mailbox is looked into by one process at a time, whichever comes first. */
export const collect = worker('collect', (context) => {
  const settings = mailSettings(context.config);
  if (!settings) return { stop: async () => undefined };
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
