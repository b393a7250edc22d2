import { accounts, custody, jobs, tracking, withActions } from '@svc/contracts';
import { type Ambient, bind, type WriteContext } from '@svc/kit/bind';
import type { Clients } from '@svc/kit/client';
import type { Config } from './config.ts';
import type { Tables } from './store/schema.ts';

export const calls = {
  accounts: withActions(
    accounts,
    'createClient',
    'createProviderKey',
    'rotateApiKey',
    'revokeClient',
    'revokeDriverAccess',
    'createDeviceEnrolment',
    'siteDetails',
  ),
  custody: withActions(custody, 'coldChainCertificate', 'issuedCertificates'),
  jobs: withActions(jobs, 'locate', 'locateForDesk', 'track', 'trackByToken'),
};

export type TrackingClients = Clients<typeof calls>;

/** Context of a transaction that emits events. */
export type TrackingWriteContext = WriteContext<Tables, Config, typeof tracking>;
/** Clock and settings of a read. */
export type TrackingReadScope = Pick<Ambient<Config>, 'now' | 'config'>;

export const { query, command, onAnyBatch, every, purge, worker } = bind<Tables, Config>()(
  tracking,
  calls,
);
