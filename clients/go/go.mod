module courier.example/courier

go 1.19
