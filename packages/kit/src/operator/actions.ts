/**
 * Operator actions of every service, next to the actions of its contract. On NATS the operator's
 * user alone may send these requests (`nats-permissions.ts`).
 */

import { isConnectionFailure } from '../database/pool.ts';
import type { ActionHandler } from '../nats/broker.ts';
import type { operatorAnswers } from './answers.ts';
import { listDeadLetters, redriveDeadLetter } from './dead-letters.ts';
import type { OperatedService } from './operated-service.ts';
import { readStatus } from './status.ts';
import { listTasks, retryTasks } from './tasks.ts';

const handlers = {
  readStatus,
  listDeadLetters: ({ runtime }: OperatedService) => listDeadLetters(runtime),
  redriveDeadLetter,
  listTasks: ({ runtime }: OperatedService) => listTasks(runtime),
  retryTasks: ({ runtime }: OperatedService) => retryTasks(runtime),
} satisfies Record<keyof typeof operatorAnswers, (service: OperatedService) => ActionHandler>;

export const operatorHandlers = (service: OperatedService): Record<string, ActionHandler> =>
  Object.fromEntries(
    Object.entries(handlers).map(([name, make]) => [name, guarded(name, service, make(service))]),
  );

const guarded =
  (action: string, { runtime }: OperatedService, handle: ActionHandler): ActionHandler =>
  async (input, meta) => {
    try {
      return await handle(input, meta);
    } catch (err) {
      runtime.log.error({ err, action }, 'operator request failed');
      return { fault: isConnectionFailure(err) ? 'unavailable' : 'internal' };
    }
  };
