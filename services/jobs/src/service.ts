import { jobs } from '@svc/contracts';
import { defineService } from '@svc/kit/service';
import { book } from './actions/book.ts';
import { cancel } from './actions/cancel.ts';
import { get } from './actions/get.ts';
import { list } from './actions/list.ts';
import { track } from './actions/track.ts';
import { update } from './actions/update.ts';
import { config } from './config.ts';
import { calls } from './define.ts';
import { migrations } from './migrations/index.ts';

export const jobsService = defineService({
  contract: jobs,
  calls,
  config,
  actions: { book, list, get, update, cancel, track },
  reactions: [],
  schedules: [],
  migrations,
});
