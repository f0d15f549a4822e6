use strict;
use warnings;

my $n = shift;
my ($count, @queens) = (0);

sub place {
    my $row = shift;
    if ($row == $n) { $count++; return; }
    COLUMN: for my $column (0 .. $n - 1) {
        for my $r (0 .. $row - 1) {
            next COLUMN if $queens[$r] == $column || abs($queens[$r] - $column) == $row - $r;
        }
        $queens[$row] = $column;
        place($row + 1);
    }
}

place(0);
$count *= 2;
print "There are $count solutions for $n queens.\n";
