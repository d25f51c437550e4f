import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { renderAdmin } from '../testing/renderAdmin.tsx';
import { strictConsole } from '../testing/strictConsole.ts';
import { withResource } from '../testing/withResource.ts';
import { full, list, ROWS } from './testing/books.tsx';

strictConsole();

describe('filters of a list', () => {
  it('says which record it was opened from, and shows all again when that is taken away', async () => {
    const source = withResource('book', (declared) => ({
      ...declared,
      list: { ...declared.list!, filters: [{ name: 'shopId', hidden: true }], filterDefaults: { shopId: '4' } },
    }));
    const { calls } = await renderAdmin(list, { answers: full, source });
    await screen.findByText('Dune');
    const asked = () => calls.filter(({ path }) => path === '/books/list').at(-1)!.query['shopId'];
    expect(asked()).toBe('4');
    await userEvent.click(screen.getByTestId('CancelIcon'));
    await waitFor(() => expect(asked()).toBeUndefined());
  });

  it('says by which times a figure narrowed it where its filter says so, and of no other hidden filter', async () => {
    const source = withResource('book', (declared) => ({
      ...declared,
      list: {
        ...declared.list!,
        filters: [
          { name: 'lent', registered: 'bookLent', hidden: true, chip: true },
          { name: 'part', registered: 'bookPart', hidden: true },
        ],
        filterDefaults: { lent: '2027-02-01,2027-02-28', part: 'a' },
      },
    }));
    const { calls } = await renderAdmin(list, { answers: full, source });
    const chip = (await screen.findByText('Lent: 2027-02-01 – 2027-02-28')).closest('.MuiChip-root')!;
    expect(screen.queryByText(/^Part/)).toBeNull();
    await userEvent.click(chip.querySelector('svg')!);
    await waitFor(() => expect(calls.at(-1)!.query['lent']).toBeUndefined());
    expect(calls.at(-1)!.query['part']).toBe('a');
  });

  it('offers no code that no row has', async () => {
    const source = withResource('book', (declared) => ({
      ...declared,
      list: { ...declared.list!, filters: [{ name: 'state', without: [1] }] },
    }));
    await renderAdmin(list, { answers: full, source });
    await screen.findByText('Dune');
    await userEvent.click(await within(screen.getByRole('search')).findByRole('combobox'));
    const offered = (await screen.findAllByRole('option')).map((one) => one.dataset['value']);
    expect(offered).toEqual(['0', '2']);
  });

  it('sends a range that needs both ends when it has them, and says what is missing until then', async () => {
    const source = withResource('book', (declared) => ({
      ...declared,
      list: { ...declared.list!, filters: [{ name: 'price', bothEnds: true }] },
    }));
    const { calls } = await renderAdmin(list, { answers: full, source });
    await screen.findByText('Dune');
    const sent = () => calls.filter(({ path }) => path === '/books/list').map(({ query }) => query['priceStart']);
    const [from, to] = await within(screen.getByRole('search')).findAllByRole('textbox');
    await userEvent.type(from!, '10{Enter}');
    expect((await screen.findByRole('alert')).textContent).toBe('msg.rangeRequired');
    await userEvent.type(to!, '20{Enter}');
    await waitFor(() => expect(sent().at(-1)).toBe('10'));
    expect(calls.at(-1)!.query).toMatchObject({ priceStart: '10', priceEnd: '20' });
    expect(new Set(sent())).toEqual(new Set([undefined, '10']));
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('asks for one of several ranges at a time, by its own name, and keeps the ends when another is chosen', async () => {
    const source = withResource('book', (declared) => ({
      ...declared,
      list: {
        ...declared.list!,
        filters: [
          { name: 'price', bothEnds: true },
          { name: 'createTime', insteadOf: 'price' },
        ],
      },
    }));
    const { calls } = await renderAdmin(list, { answers: full, source });
    await screen.findByText('Dune');
    const asked = () =>
      Object.entries(calls.filter(({ path }) => path === '/books/list').at(-1)!.query).filter(([name]) =>
        /(Start|End)$/.test(name),
      );
    const bar = within(screen.getByRole('search'));
    expect(bar.queryByText(/createTime/)).toBeNull();
    const which = await bar.findByRole('combobox');
    const [from, to] = bar.getAllByRole('textbox');
    await userEvent.type(from!, '10{Enter}');
    await userEvent.type(to!, '20{Enter}');
    await waitFor(() => expect(asked()).toEqual([['priceStart', '10'], ['priceEnd', '20']])); // prettier-ignore
    await userEvent.click(which);
    await userEvent.click(within(await screen.findByRole('listbox')).getAllByRole('option')[1]!);
    await waitFor(() => expect(asked()).toEqual([['createTimeStart', '10'], ['createTimeEnd', '20']])); // prettier-ignore
    await waitFor(() => expect(bar.getAllByRole('textbox')).toHaveLength(2));
  });

  it('come in the frame after the first: those that something is chosen in stand at once, others have their places until then', async () => {
    const frames = vi.spyOn(window, 'requestAnimationFrame').mockReturnValue(0);
    vi.useFakeTimers({ toFake: ['setTimeout'], shouldAdvanceTime: true, advanceTimeDelta: 1 });
    onTestFinished(() => {
      vi.useRealTimers();
      frames.mockRestore();
    });
    const source = withResource('book', (declared) => ({
      ...declared,
      list: { ...declared.list!, filters: [{ name: 'state' }, { name: 'price' }], filterDefaults: { state: '0' } },
    }));
    const { container } = await renderAdmin(list, { answers: full, source });
    const bar = await screen.findByRole('search');
    expect(
      within(bar)
        .getAllByRole('combobox')
        .map(({ textContent }) => textContent),
    ).toEqual(['codes.bookState.0']);
    expect(within(bar).queryByRole('textbox')).toBeNull();
    const places = [...container.querySelectorAll('[role=search] [aria-hidden=true]')];
    expect(places.map(({ textContent }) => textContent)).toContain('admin.filter.fromadmin.filter.to');
    expect(await within(bar).findAllByRole('textbox')).toHaveLength(2);
    expect(frames).toHaveBeenCalled();
  });

  it('keeps its filters when loading fails, and tries again', async () => {
    let works = false;
    await renderAdmin(list, {
      answers: {
        'GET /books/list': () =>
          works ? { data: { list: ROWS, total: 2 } } : { status: 500, message: 'Operation failed' },
      },
    });
    const retry = await screen.findByText('admin.list.retry');
    expect(screen.getByRole('search')).toBeTruthy();
    works = true;
    await userEvent.click(retry);
    expect(await screen.findByText('Dune')).toBeTruthy();
  });

  it('sends the keyword and shows it as a chip that takes it off again', async () => {
    const { calls } = await renderAdmin(list, { answers: full });
    await screen.findByText('Dune');
    await userEvent.type(await screen.findByRole('searchbox'), 'du{Enter}');
    await waitFor(() => expect(calls.at(-1)!.query['keyword']).toBe('du'));
    const chip = (await screen.findByText(/admin.filter.searchLabel: du/)).closest('.MuiChip-root')!;
    await userEvent.click(chip.querySelector('svg')!);
    await waitFor(() => expect(calls.at(-1)!.query).not.toHaveProperty('keyword'));
  });

  it('begins with the filters of its declaration, which the user can take off', async () => {
    const source = withResource('book', (declared) => ({
      ...declared,
      list: { ...declared.list!, filterDefaults: { state: '0' } },
    }));
    const { calls } = await renderAdmin(list, { answers: full, source });
    await screen.findByText('Dune');
    expect(calls.at(-1)!.query['state']).toBe('0');
    await userEvent.click(screen.getByText('admin.filter.clear'));
    await waitFor(() => expect(calls.at(-1)!.query).not.toHaveProperty('state'));
  });
});
