/** Icons beside words: drawings of Lucide, by its names. A page holds each once, in its sprite. */
import { type Html, html } from './html.ts';

export const iconNames = [
  'activity',
  'bell',
  'book-open',
  'box',
  'building',
  'calendar-clock',
  'chart-column',
  'clipboard-list',
  'files',
  'rotate-ccw-clock',
  'house',
  'key',
  'layout-list',
  'map',
  'menu',
  'monitor-smartphone',
  'package',
  'package-plus',
  'receipt',
  'scan-line',
  'search',
  'tag',
  'thermometer',
  'triangle-alert',
  'truck',
  'user',
  'users',
  'webhook',
] as const;
export type IconName = (typeof iconNames)[number];

/** Says nothing by itself: a word stands beside it, or in its control's label. */
export const icon = (name: IconName): Html =>
  html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><use href="#icon-${name}"></use></svg>`;
