import { ReferenceManyField, RichTextField, Show, SimpleShowLayout, SingleFieldList, TextField } from 'react-admin';
import { JsonField } from 'react-admin-json-view';

export default function PostShow() {
  return (
    <Show>
      <SimpleShowLayout>
        <TextField source="title" />
        <RichTextField source="body" />
        <JsonField source="extra" reactJsonOptions={{ name: 'extra', enableClipboard: false }} />
        <ReferenceManyField reference="comment" target="postId">
          <SingleFieldList linkType={false}>
            <TextField source="author" />
          </SingleFieldList>
        </ReferenceManyField>
      </SimpleShowLayout>
    </Show>
  );
}
