import { accounts } from '@svc/contracts';
import { bind } from '@svc/kit/bind';
import type { Config } from './config.ts';
import type { Tables } from './store/schema.ts';

export const { query, command, every, worker } = bind<Tables, Config>()(accounts, {});
