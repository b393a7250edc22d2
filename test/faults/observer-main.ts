import { runService } from '@svc/kit/main';
import { observerService } from './observer.ts';

await runService(observerService);
