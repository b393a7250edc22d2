package courier

import "context"

// List is an operation that answers pages: client.ListJobs and the like.
type List func(context.Context, Args) (Object, error)

// Iterator yields all items of a list, page after page.
type Iterator struct {
	ctx  context.Context
	list List
	args Args
	page []any
	item Object
	more bool
	err  error
}

// Each begins with the first page when Next is called; the next page is asked for when it is needed.
func Each(ctx context.Context, list List, args Args) *Iterator {
	return &Iterator{ctx: ctx, list: list, args: args, more: true}
}

// Next moves to the next item; false at the end, and when Err is set.
func (iterator *Iterator) Next() bool {
	if len(iterator.page) == 0 && iterator.more && !iterator.load() {
		return false
	}
	if len(iterator.page) == 0 {
		return false
	}
	iterator.item, _ = iterator.page[0].(Object)
	iterator.page = iterator.page[1:]
	return true
}

// Item is what Next moved to.
func (iterator *Iterator) Item() Object { return iterator.item }

// Err is the error that ended the iteration, if one did.
func (iterator *Iterator) Err() error { return iterator.err }

func (iterator *Iterator) load() bool {
	query := Object{}
	for name, value := range iterator.args.Query {
		query[name] = value
	}
	if iterator.item != nil {
		query["starting_after"] = iterator.item["id"]
	}
	args := iterator.args
	args.Query = query
	answer, err := iterator.list(iterator.ctx, args)
	if err != nil {
		iterator.err = err
		return false
	}
	iterator.page, _ = answer["data"].([]any)
	iterator.more, _ = answer["has_more"].(bool)
	return true
}
