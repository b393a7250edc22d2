/** A service whose only task sends a letter; what that does is up to the test. */
import { command, defineContract } from '@svc/contracts';
import { expect } from 'vitest';
import { z } from 'zod';
import { Refusal } from '../src/calls/refusal.ts';
import { bind } from '../src/service/bind.ts';
import { defineService } from '../src/service/service.ts';
import { type EnqueueOptions, taskType } from '../src/service/task.ts';
import { serviceTest } from '../src/testing/service-test.ts';
import { becomes } from './notes.ts';

const letters = defineContract({
  name: 'letters',
  actions: {
    write: command({
      input: z.object({
        text: z.string(),
        at: z.string().optional(),
        key: z.string().optional(),
        queue: z.string().optional(),
        is_refused: z.boolean().default(false),
      }),
      output: z.object({}),
      refusals: ['already_cancelled'],
    }),
  },
  events: {},
});

const payload = z.object({ text: z.string().max(20) });
const sendLetter = taskType('send-letter', payload, { attemptsMax: 3 });
const unhandled = taskType('unhandled', payload);
const { command: implement, task } = bind()(letters, {});

/** Side effect of sending a letter, by its text. */
export const effects = new Map<string, () => Promise<void>>();
export const sent: string[] = [];

export const lettersService = defineService({
  contract: letters,
  calls: {},
  config: z.object({}),
  migrations: [{ name: '0001-letter', sql: 'create table letter (text text)' }],
  reactions: [],
  schedules: [],
  tasks: [
    task(sendLetter, async ({ text }, { transaction }) => {
      await effects.get(text)?.();
      await transaction(async () => {
        sent.push(text);
      });
    }),
  ],
  actions: {
    write: implement('write', {
      handle: async ({ text, at, key, queue, is_refused }, { enqueue }) => {
        const options: EnqueueOptions = {
          ...(at && { at: new Date(at) }),
          ...(key && { key }),
          ...(queue && { queue }),
        };
        enqueue(text === 'unhandled' ? unhandled : sendLetter, { text }, options);
        if (is_refused) throw new Refusal('already_cancelled', 'not sent');
        return {};
      },
    }),
  },
});

type Letter = z.input<typeof letters.actions.write.input>;

interface Row {
  attempts: number;
  last_error: string | null;
  locked_by: string | null;
}

export function lettersTest(options: Parameters<typeof serviceTest>[1] = {}) {
  const app = serviceTest(lettersService, options);
  const left = (): Promise<Row[]> =>
    app.sql(
      `select attempts, last_error, locked_by from letters_worker.jobs
        where task_identifier = 'send-letter'`,
    );
  return Object.assign(app, {
    write: (letter: Letter) => app.call('write', { is_refused: false, ...letter }),
    left,
    /** Resolves when so many letters are left. */
    leaves: (count: number) =>
      becomes(`${count} letters to be left`, async () => (await left()).length === count),
  });
}
export const isSent = async (...texts: string[]) => {
  await becomes(texts.join(), () => sent.length >= texts.length);
  expect(sent).toEqual(texts);
};
