/** Keys of data requests in databases of earlier releases: a role cannot be given what no entry of the menu names. First starts make them with all others. */
export const REQUEST_KEYS = {
  name: 'data-request-keys',
  sql: `insert into menu ("parentId", title, type, path, sort, status)
    select page.id, word.title::jsonb, 3, 'datarequest-' || word.name, word.sort, 1
    from menu page cross join (values
      ('query', 10, '{"en-US": "Query", "zh-CN": "查询", "th-TH": "ค้นหา"}'),
      ('add', 20, '{"en-US": "Add", "zh-CN": "新增", "th-TH": "เพิ่ม"}'),
      ('enable', 30, '{"en-US": "Enable", "zh-CN": "启用", "th-TH": "เปิดใช้งาน"}'),
      ('disable', 40, '{"en-US": "Disable", "zh-CN": "停用", "th-TH": "ปิดใช้งาน"}'),
      ('export', 50, '{"en-US": "Export", "zh-CN": "导出", "th-TH": "ส่งออก"}')
    ) word(name, sort, title)
    where page.path = 'member-datarequest' and not exists (select from menu m where m.path = 'datarequest-' || word.name)`,
};
