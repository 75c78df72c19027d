-- Of a rule that is set with the first settings of a programme: everybody, as of one that is changed (0840).
create trigger guests_unsettled_ruled_first after insert on account_settings for each row
  when (new.conversion_days <> 30) execute function rules_unsettle_guests();
