alter table feed_rows validate constraint feed_rows_fate_check;
