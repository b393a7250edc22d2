/** Style sheets of the desk's pages, in their order. */
import { designSheets } from '@svc/web/style';

const own = ['frame.css', 'board.css', 'dispatch.css', 'timeline.css', 'page.css'] as const;

export const sheets: readonly URL[] = [
  ...designSheets(['tokens', 'base', 'shell', 'controls', 'tables', 'parts', 'chart', 'map']),
  ...own.map((file) => new URL(`design/${file}`, import.meta.url)),
  ...designSheets(['print']),
];
