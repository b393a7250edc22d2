import { pricing } from '@svc/contracts';
import { bind } from '@svc/kit/bind';
import type { Tables } from './store/schema.ts';

export const { query, command, every } = bind<Tables>()(pricing, {});
