import { jobs } from '@svc/contracts';
import { defineService } from '@svc/kit/service';
import { assign } from './actions/assign.ts';
import { book } from './actions/book.ts';
import { bookBatch } from './actions/book-batch.ts';
import { cancel } from './actions/cancel.ts';
import { get } from './actions/get.ts';
import { handoverCode } from './actions/handover-code.ts';
import { list } from './actions/list.ts';
import { listForDesk } from './actions/list-for-desk.ts';
import { listIncidents } from './actions/list-incidents.ts';
import { locate } from './actions/locate.ts';
import { locateForDesk } from './actions/locate-for-desk.ts';
import { reachMilestone } from './actions/reach-milestone.ts';
import { reportIncident } from './actions/report-incident.ts';
import { track } from './actions/track.ts';
import { trackByToken } from './actions/track-by-token.ts';
import { update } from './actions/update.ts';
import { config } from './config.ts';
import { calls } from './define.ts';
import { migrations } from './migrations/index.ts';

export const jobsService = defineService({
  contract: jobs,
  calls,
  config,
  actions: {
    book,
    bookBatch,
    list,
    get,
    update,
    cancel,
    track,
    trackByToken,
    locate,
    locateForDesk,
    handoverCode,
    listForDesk,
    assign,
    reachMilestone,
    reportIncident,
    listIncidents,
  },
  reactions: [],
  schedules: [],
  migrations,
});
