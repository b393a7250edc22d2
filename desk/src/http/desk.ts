/** Context of every handler of the desk. */
import type { Scope } from '@svc/contracts';
import type { Clock } from '@svc/kit/clock';
import type { Logger } from '@svc/kit/log';
import type { Metrics } from '@svc/kit/metrics';
import type { Storage } from '@svc/kit/storage';
import type { Tracer } from '@svc/kit/tracer';
import type { Transport } from '@svc/kit/transport';
import type { MapArchive } from '@svc/web/map/archive';
import type { MapGround } from '@svc/web/map/figure';
import type { PageAssets } from '@svc/web/page-assets';
import type { DeskConfig } from '../config.ts';
import type { People } from '../identity/people.ts';
import type { Provider } from '../identity/provider.ts';
import type { DeskLimits } from '../limits/limits.ts';
import type { Live } from '../live/live.ts';
import type { DeskRoute } from '../route/route.ts';
import type { SandboxAccess } from '../sandbox/transport.ts';
import type { FormGuard } from './form-guard.ts';
import type { Scripts } from './scripts.ts';

export interface Desk {
  config: DeskConfig;
  transport: Transport;
  clock: Clock;
  log: Logger;
  metrics?: Metrics | undefined;
  tracer?: Tracer | undefined;
  table: readonly DeskRoute[];
  /** Prefix of the paths of the table: empty, or `/sandbox`. */
  base: string;
  /** Upper bound of people's scopes here; absent: all that their role has. */
  scopes?: ReadonlySet<Scope> | undefined;
  /** Absent where the installation has none. */
  sandbox?: SandboxAccess | undefined;
  /** The other environment, and the scopes that lead somewhere in it. */
  other?: Pick<Desk, 'base' | 'table' | 'scopes'> | undefined;
  /** Where the documentation is served, if anywhere. */
  docsUrl: string | undefined;
  /** Of pages of all environments: where a sign-in may lead. */
  pagePaths: readonly string[];
  people: People;
  limits: DeskLimits;
  provider: Provider;
  storage: Storage;
  guard: FormGuard;
  scripts: Scripts;
  /** Style sheet and font of all pages. */
  assets: PageAssets;
  live: Live;
  /** Tiles below maps, where the installation has some. */
  mapArchive: MapArchive | undefined;
  mapGround: MapGround;
}
