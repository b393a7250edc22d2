import { createStorage, type Storage } from '@svc/kit/storage';
import type { ExchangeContext } from './define.ts';
import { createSessions, type Sessions } from './sessions.ts';

/** What every step of a file may use. */
export interface Tools {
  context: ExchangeContext;
  sessions: Sessions;
  storage: Storage;
}

export const createTools = (context: ExchangeContext): Tools => ({
  context,
  sessions: createSessions(context.config),
  storage: createStorage(context.config.SVC_FILES_URL),
});
