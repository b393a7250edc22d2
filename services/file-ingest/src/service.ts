import { files } from '@svc/contracts';
import { defineService } from '@svc/kit/service';
import { get } from './actions/get.ts';
import { list } from './actions/list.ts';
import { putWholesaler } from './actions/put-wholesaler.ts';
import { config } from './config.ts';
import { calls } from './define.ts';
import { migrations } from './migrations/index.ts';
import { onDeliveryCompleted } from './reactions/on-delivery-completed.ts';
import { collect } from './schedules/collect.ts';
import { exchange } from './schedules/exchange.ts';
import { forgetExpired } from './schedules/forget-expired.ts';
import { retain } from './schedules/retain.ts';

export const filesService = defineService({
  contract: files,
  calls,
  config,
  actions: { putWholesaler, list, get },
  reactions: [onDeliveryCompleted],
  schedules: [],
  migrations,
  workers: [exchange, collect, retain],
  forget: forgetExpired,
});
