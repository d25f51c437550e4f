import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { I18nContextProvider, testI18nProvider } from 'react-admin';
import { expect, it, vi } from 'vitest';
import { LoadTimeout } from '../admin/index.ts';
import { PageErrorBoundary } from './PageErrorBoundary.tsx';

const i18n = testI18nProvider({
  translate: (key: string, options?: { name?: string }) => (options?.name ? `${key} ${options.name}` : key),
});

function show(error: () => Error | undefined) {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const Page = () => {
    const fault = error();
    if (fault) throw fault;
    return <>the page</>;
  };
  render(
    <I18nContextProvider value={i18n}>
      <PageErrorBoundary address="/stock/plan">
        <Page />
      </PageErrorBoundary>
    </I18nContextProvider>,
  );
}

it('a page that fails while it is drawn says its address, logs the fault, and can be tried again', async () => {
  let fault: Error | undefined = new TypeError('no such part');
  show(() => fault);
  expect(screen.getByRole('alert').textContent).toContain('shell.fault.text /stock/plan');
  expect(vi.mocked(console.error).mock.calls.flat()).toContain(fault);
  fault = undefined;
  await userEvent.click(screen.getByText('admin.list.retry'));
  expect(screen.getByText('the page')).toBeTruthy();
});

it.each([
  new TypeError('Failed to fetch dynamically imported module: /assets/Plan.js'),
  new LoadTimeout('nothing to show after 120 s'),
])('a page whose code did not arrive is offered to be loaded again: %s', (fault) => {
  show(() => fault);
  expect(screen.getByRole('alert').textContent).toContain('shell.failed.title');
  expect(screen.getByText('shell.failed.reload')).toBeTruthy();
});
