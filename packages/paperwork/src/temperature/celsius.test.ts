import { expect, it } from 'vitest';
import { formatCelsius } from './celsius.ts';

it.each([
  [4, '4'],
  [11.84, '11.8'],
  [11.96, '12'],
  [6.582, '6.6'],
  [-0.04, '0'],
  [-18.25, '-18.2'],
  [8.04, '8.04'],
  [1.999, '1.999'],
  [7.96, '8'],
])('%d °C of 2 to 8 °C reads %s', (celsius, text) => {
  expect(formatCelsius(celsius, [2, 8])).toBe(text);
});

it('is rounded where there is no range to be out of', () => {
  expect(formatCelsius(8.04)).toBe('8');
});
